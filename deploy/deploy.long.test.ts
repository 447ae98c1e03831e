/* What the short set leaves out. */
import './deploy.test.ts';
