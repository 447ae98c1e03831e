/* Empty answers as well. */
import './resolvers.lab.test.ts';
