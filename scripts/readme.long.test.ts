/* What the short set leaves out. */
import './readme.test.ts';
