/* What the short set leaves out. */
import './connections.test.ts';
