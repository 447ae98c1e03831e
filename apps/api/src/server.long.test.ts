/* What the short set leaves out. */
import './server.test.ts';
