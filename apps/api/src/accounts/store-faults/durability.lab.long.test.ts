/* PostgreSQL; the short set has the embedded store. */
import './durability.lab.test.ts';
