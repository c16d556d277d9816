"""Discord's side of the use cases: parse, one call of the service, render."""
