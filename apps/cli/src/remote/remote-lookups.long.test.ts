/* What the short set leaves out. */
import './remote-lookups.test.ts';
