/* What the short set leaves out. */
import './spf-bomb.lab.test.ts';
