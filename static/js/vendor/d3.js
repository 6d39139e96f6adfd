/** The parts of d3 the console uses, by name. */
export { contours } from "d3-contour";
export { forceCollide, forceLink, forceManyBody, forceRadial, forceSimulation } from "d3-force";
export { select } from "d3-selection";
export { zoom, zoomIdentity } from "d3-zoom";
// d3-zoom animates through selection.transition(), which this import installs.
import "d3-transition";
