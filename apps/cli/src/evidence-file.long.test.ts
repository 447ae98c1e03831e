/* What the short set leaves out. */
import './evidence-file.test.ts';
