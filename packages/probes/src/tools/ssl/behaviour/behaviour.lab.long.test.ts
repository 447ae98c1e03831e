/* All servers, of which the short set measures some. */
import './behaviour.lab.test.ts';
