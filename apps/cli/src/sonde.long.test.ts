/* What the short set leaves out. */
import './sonde.test.ts';
