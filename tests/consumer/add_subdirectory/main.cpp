// In this folder, so that its object has a name that run.cmake knows.
#include "../main.cpp"  // NOLINT(bugprone-suspicious-include)
