// Adapter for SUNDIALS IDA. Multipliers are excluded from its error test, as in ours. But its
// Newton iteration weights every component: with the tolerances of coordinates, multipliers would
// have to converge to more digits than a short step gives them, and it fails from 1e-7 on. So the
// multipliers have wide tolerances.
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "bench/peers/loops.hpp"
#include "bench/peers/residuals.hpp"

namespace takt::bench {
namespace {

constexpr double wide = 1e6;

struct Problem {
  const ResidualTask& task;
  Vector y, dy, F;
  Excitation u;
  linear::Patterned F_y, F_dy;
  explicit Problem(const ResidualTask& t)
      : task(t), y(t.y), dy(t.dy), F(t.y), F_y(t.form.structure()),
        F_dy(t.form.leading_structure()) {
    const Index nu = t.inputs;
    u = {Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  }
  void load(double t, N_Vector a, N_Vector b) {
    std::copy_n(N_VGetArrayPointer(a), y.size(), y.data());
    std::copy_n(N_VGetArrayPointer(b), dy.size(), dy.data());
    task.form.excite(t, u);
  }
};

int residual(realtype t, N_Vector y, N_Vector dy, N_Vector r, void* data) {
  Problem& p = *static_cast<Problem*>(data);
  p.load(t, y, dy);
  p.task.form.residual(p.y, p.dy, p.u, p.F);
  std::copy_n(p.F.data(), p.F.size(), N_VGetArrayPointer(r));
  return p.F.allFinite() ? 0 : 1;
}

// Visits every entry of one of our matrices, column by column.
template <class Visit> void entries(const linear::Patterned& A, Visit visit) {
  const linear::Pattern& s = A.pattern();
  for (Index j = 0; j < s.cols; ++j) {
    if (s.full)
      for (Index i = 0; i < s.rows; ++i) visit(i, j, A.values()[i + j * s.rows]);
    else
      for (int k = s.col_start[j]; k < s.col_start[j + 1]; ++k) visit(s.row[k], j, A.values()[k]);
  }
}

int jacobian(realtype t, realtype alpha, N_Vector y, N_Vector dy, N_Vector, SUNMatrix J, void* data,
             N_Vector, N_Vector, N_Vector) {
  Problem& p = *static_cast<Problem*>(data);
  p.load(t, y, dy);
  p.task.form.jacobian(p.y, p.dy, p.u, p.F_y);
  p.task.form.leading_block(p.y, p.u, p.F_dy);
  SUNMatZero(J);
  if (SUNMatGetID(J) == SUNMATRIX_DENSE) {
    entries(p.F_y, [&](Index i, Index j, double x) { SM_ELEMENT_D(J, i, j) += x; });
    entries(p.F_dy, [&](Index i, Index j, double x) { SM_ELEMENT_D(J, i, j) += alpha * x; });
    return 0;
  }
  const linear::Pattern& s = p.F_y.pattern();  // sparse: the pattern of dF/dy' is a subset
  sunindextype* start = SM_INDEXPTRS_S(J);
  sunindextype* row = SM_INDEXVALS_S(J);
  double* value = SM_DATA_S(J);
  for (std::size_t k = 0; k < s.col_start.size(); ++k) start[k] = s.col_start[k];
  for (std::size_t k = 0; k < s.row.size(); ++k) row[k] = s.row[k];
  std::copy_n(p.F_y.values().data(), p.F_y.values().size(), value);
  entries(p.F_dy, [&](Index i, Index j, double x) {
    for (sunindextype k = start[j]; k < start[j + 1]; ++k)
      if (row[k] == i) value[k] += alpha * x;
  });
  return 0;
}

Solved run(const ResidualTask& task, bool sparse) {
  Solved out;
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  const Index n = task.form.size();
  Problem p(task);
  N_Vector y = N_VNew_Serial(n, context), dy = N_VNew_Serial(n, context),
           id = N_VNew_Serial(n, context), atol = N_VNew_Serial(n, context);
  std::copy_n(task.y.data(), n, N_VGetArrayPointer(y));
  std::copy_n(task.dy.data(), n, N_VGetArrayPointer(dy));
  std::copy_n(task.form.counts().data(), n, N_VGetArrayPointer(id));
  for (Index i = 0; i < n; ++i)
    N_VGetArrayPointer(atol)[i] = task.form.counts()[i] != 0 ? task.atol : wide;
  void* ida = IDACreate(context);
  SUNMatrix J = sparse ? SUNSparseMatrix(n, n, p.F_y.pattern().size(), CSC_MAT, context)
                       : SUNDenseMatrix(n, n, context);
  SUNLinearSolver solver = sparse ? SUNLinSol_KLU(y, J, context) : SUNLinSol_Dense(y, J, context);
  const double begin = cpu_now();
  IDAInit(ida, residual, 0, y, dy);
  IDASVtolerances(ida, task.rtol, atol);
  IDASetUserData(ida, &p);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, 10'000'000);
  if (task.h0 > 0) IDASetInitStep(ida, task.h0);
  IDASetLinearSolver(ida, solver, J);
  if (task.matrix == IterationMatrix::written) IDASetJacFn(ida, jacobian);
  double t = 0;
  const int flag = IDASolve(ida, task.until, &t, y, dy, IDA_NORMAL);
  out.cpu = cpu_now() - begin;
  long steps = 0, residuals = 0, for_jacobians = 0, jacobians = 0, failures = 0;
  IDAGetNumSteps(ida, &steps);
  IDAGetNumResEvals(ida, &residuals);
  IDAGetNumLinResEvals(ida, &for_jacobians);
  IDAGetNumJacEvals(ida, &jacobians);
  IDAGetNumErrTestFails(ida, &failures);
  out.ok = flag >= 0;
  out.solver = sparse ? "KLU" : "dense";
  out.steps = steps, out.residuals = residuals + for_jacobians;
  out.jacobians = jacobians, out.failures = failures;
  out.y = Vector::Zero(n);
  std::copy_n(N_VGetArrayPointer(y), n, out.y.data());
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(J);
  for (N_Vector v : {y, dy, id, atol}) N_VDestroy(v);
  SUNContext_Free(&context);
  return out;
}

// IDA offers no sparse differences: KLU is used only with an analytic matrix.
Solved fastest(const ResidualTask& task) {
  Solved best;
  for (const bool sparse : {false, true}) {
    if (sparse && (task.matrix != IterationMatrix::written || task.form.structure()->full))
      continue;
    if (!sparse && task.form.size() > 1500) continue;
    const Solved s = run(task, sparse);
    if (s.ok && s.cpu < best.cpu) best = s;
  }
  return best;
}

const RegisterResidualPeer registered({"IDA", fastest});

}  // namespace
}  // namespace takt::bench
