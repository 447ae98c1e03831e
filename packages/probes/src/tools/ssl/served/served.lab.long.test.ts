/* What the short set leaves out. */
import './served.lab.test.ts';
