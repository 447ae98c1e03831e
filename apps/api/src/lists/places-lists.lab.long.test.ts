/* What the short set leaves out. */
import './places-lists.lab.test.ts';
