/* What the short set leaves out. */
import './walls.test.ts';
