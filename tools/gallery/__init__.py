"""Every message and box that the bot has, in all its languages, as Discord gets them."""
