/* All kinds of servers, of which the short set has two. */
import './real-programs.lab.test.ts';
