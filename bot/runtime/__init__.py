"""What goes on beside the commands."""
