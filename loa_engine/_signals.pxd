"""Looking for Ctrl-C from long compiled work."""

cdef extern from "Python.h":
    # Declared without an exception value: the error stays set while the work unwinds, and
    # ``raise_pending`` hands it to Python at the end.
    int PyErr_CheckSignals() noexcept
    void* PyErr_Occurred() noexcept

cdef inline bint signal_arrived() noexcept with gil:
    """Whether a signal handler raised; only ever true in the main thread."""
    return PyErr_CheckSignals() != 0

cdef inline int raise_pending() except -1:
    """Raise what a signal handler raised during the work, if anything."""
    return -1 if PyErr_Occurred() != NULL else 0
