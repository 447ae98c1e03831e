/* What the short set leaves out. */
import './places-watches.lab.test.ts';
