/* What the short set leaves out. */
import './geo-sets.test.ts';
