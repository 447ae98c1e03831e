/* What the short set leaves out. */
import './shared-store.lab.test.ts';
