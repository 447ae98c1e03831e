/* What the short set leaves out. */
import './app.test.ts';
