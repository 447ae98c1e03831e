/* What the short set leaves out. */
import './script.test.ts';
