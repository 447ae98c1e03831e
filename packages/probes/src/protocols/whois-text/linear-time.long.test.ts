/* What the short set leaves out. */
import './linear-time.test.ts';
