// The interface of the force elements of a mechanism in joint coordinates. There is one class for
// each way in which a force of the model can be computed:
//
//   SpringsOnLine     laws of one length between two points: springs, dampers, stops
//   CoordinateLaw     a law of joint coordinates
//   BushingLaw        a law of the three components of an offset
//   DriverLaws        laws of a driver, who sees the vehicle from above
//   GeneralLaw        every other law
//   BodyForceElement  a force on one body: tyres, drag, contact with the road; its f, K, C go
//                     through load()
//   PairForce         a force between two bodies that depends on their relative motion: contact
//
// The motions of the tree must have been computed before an element is evaluated (WorldMotion).
// Which function is called when:
//
//   evaluate       the Evaluator asks for f, K, C or terms of states: implicit methods, analyses
//   add_force      the recursions ask for f alone: explicit methods, residuals
//   by_time        a method needs the derivatives of f and e by time (Term::f_t)
//   by_multiplier  a method needs the derivative of f by lambda (Term::f_lambda)
//   visit          after a step: potential energy, power, the largest force
//   add_wrenches   after a step: the forces that joints transmit (reactions)
#pragma once

#include "takt/base/list.hpp"
#include "takt/eom/equations_of_motion.hpp"
#include "takt/mechanism/tree/pattern_places.hpp"
#include "takt/model/model.hpp"

namespace takt::mechanism {

class AppliedWrenches;
struct TreeWork;

// The entries of matrices that an element computes.
struct ElementEntries {
  Entries K, f_z, e_q, f_lambda;
};

// Gets every force of the model with the arguments of its law; see ForceElement::visit.
class ForceVisitor {
 public:
  virtual ~ForceVisitor() = default;
  // `acts`: the measures along which the law has a force.
  virtual void law(int force, const element::Law&, const element::LawIn&,
                   std::span<const int> acts) noexcept = 0;
  virtual void body_force(int force, const element::BodyForce&,
                          const element::BodyForceIn&) noexcept = 0;
};

class ForceElement {
 public:
  virtual ~ForceElement() = default;

  // Set-up.
  virtual void add_entries(ElementEntries&) const = 0;
  virtual void find_places(const Shape&) = 0;  // after the patterns are made
  virtual int most_columns() const noexcept = 0;
  // The groups of links on which add_force() puts a wrench instead of adding to f.
  virtual List<int> loaded_groups() const { return {}; }
  virtual bool force_reads_columns() const noexcept { return true; }  // of WorldMotion
  // False: all its forces are explicit only, so that its entries are those of K_full alone.
  virtual bool in_K() const noexcept { return true; }

  // Adds the terms of its force to f, C and K (K may be K_full, or null) and sets those of its
  // auxiliary states.
  virtual void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                        TreeWork&) const noexcept = 0;
  // Adds its force to f, or to TreeWork::wrench if it lists loaded_groups().
  virtual void add_force(const Point&, Vector& f, TreeWork&) const noexcept = 0;
  // f_t and e_t, through its signals:
  //   f_t = sum_m (Q_u u' + Q_u' u'')_m G_m
  // An element marked explicit_only adds nothing: K does not contain it, so f_t must not either.
  virtual void by_time(const Point&, Terms&, TreeWork&) const noexcept = 0;
  virtual void by_multiplier(const Point&, linear::Patterned& /*f_lambda*/,
                             TreeWork&) const noexcept {}
  // Shows its law, with the arguments that the law has at this point.
  virtual void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept = 0;
  // Adds the wrenches that it puts on bodies.
  virtual void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept = 0;
};

}  // namespace takt::mechanism
