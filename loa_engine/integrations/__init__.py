"""The package's games in the words of other libraries; each module needs the library it is for."""
