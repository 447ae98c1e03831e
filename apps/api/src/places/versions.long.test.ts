/* What the short set leaves out. */
import './versions.test.ts';
