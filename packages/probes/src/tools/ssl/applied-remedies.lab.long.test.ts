/* All cases, of which the short set has some. */
import './applied-remedies.lab.test.ts';
