/* What the short set leaves out. */
import './floods.test.ts';
