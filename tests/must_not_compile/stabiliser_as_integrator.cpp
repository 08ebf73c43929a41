// must say: Stabiliser
// A projection is not a step: it cannot stand where an integrator is wanted.
#include "takt/integrator/integrator.hpp"

takt::Integrator& wrong(takt::Stabiliser& stabiliser) { return stabiliser; }
