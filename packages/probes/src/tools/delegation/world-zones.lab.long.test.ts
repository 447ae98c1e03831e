/* All zones, of which the short set looks up one of each kind. */
import './world.lab.test.ts';
