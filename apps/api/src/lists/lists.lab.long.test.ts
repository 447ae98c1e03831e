/* What the short set leaves out. */
import './lists.lab.test.ts';
