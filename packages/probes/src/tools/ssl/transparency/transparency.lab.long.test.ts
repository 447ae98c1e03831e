/* What the short set leaves out. */
import './transparency.lab.test.ts';
