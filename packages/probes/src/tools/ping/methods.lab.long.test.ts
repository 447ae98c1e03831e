/* What the short set leaves out. */
import './methods.lab.test.ts';
