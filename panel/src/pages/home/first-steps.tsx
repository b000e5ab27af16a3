import { useSetUp } from "../../api/use-set-up.ts";
import { Box } from "../../components/box.tsx";
import { StepItem } from "../../components/step-item.tsx";
import { isSetUp, stepsOf } from "../../explain/set-up-steps.ts";

/** Shows the first steps to everybody until all of them are done. */
export function FirstSteps({ hasSent }: { readonly hasSent: boolean }) {
  const now = useSetUp(hasSent);
  if (!now || isSetUp(now)) return null;
  const steps = stepsOf(now);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Box title="First steps">
      <ol>
        {steps.map((step) => (
          <StepItem key={step.to} step={step} isNext={next === step} />
        ))}
      </ol>
    </Box>
  );
}
