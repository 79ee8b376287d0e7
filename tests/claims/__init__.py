"""The claims of the chapters: a module each, and the settings that several of them share (``settings.py``)."""
