/* What the short set leaves out. */
import './new-tool.test.ts';
