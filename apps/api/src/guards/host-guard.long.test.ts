/* What the short set leaves out. */
import './host-guard.test.ts';
