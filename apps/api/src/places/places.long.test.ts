/* What the short set leaves out. */
import './places.test.ts';
