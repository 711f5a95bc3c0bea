"""The loop end to end, the real SDK over the scripted API: tools run, results go back, every ending is honest."""
