"""The sandbox in the browser: a page for people, over one websocket for each open tab."""
