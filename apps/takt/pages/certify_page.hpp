// The page of `takt certify`: what holds and what does not, and the measurements behind it.
#pragma once

#include "takt/analyse/modes.hpp"
#include "takt/certify/certificate.hpp"
#include "takt/certify/stability_domain.hpp"
#include "web/page/page.hpp"

namespace takt::app {

// What the page shows beyond the certificate.
struct StabilityPicture {
  certify::StabilityDomain domain;
  std::vector<Mode> modes;  // at the start of the run
  double width = 4;         // of the picture, in |h lambda|
  bool close = false;       // of the modes alone, where they are small in the first picture
};
std::vector<StabilityPicture> stability_pictures(const io::OpenModel&, const Method&);

web::Page certificate_page(const certify::Certificate&, const std::vector<StabilityPicture>&);

}  // namespace takt::app
