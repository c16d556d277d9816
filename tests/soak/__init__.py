"""Long runs that look for what no single test thinks of, each with a quick form in `make test`."""
