/* What the short set leaves out. */
import './history.lab.test.ts';
