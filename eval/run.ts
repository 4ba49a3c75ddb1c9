import { NoFiguresError, runEval } from "./command";

try {
  console.log(await runEval(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof NoFiguresError)) throw error;
  console.error(error.message);
  process.exit(1);
}
