/* What the short set leaves out. */
import './embedded-thread.test.ts';
