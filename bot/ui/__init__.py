"""The parts of Discord's interface that this bot uses: buttons, lists, boxes, one error path."""
