/* What the short set leaves out. */
import './visit.lab.test.ts';
