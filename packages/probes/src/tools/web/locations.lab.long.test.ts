/* What the short set leaves out. */
import './locations.lab.test.ts';
