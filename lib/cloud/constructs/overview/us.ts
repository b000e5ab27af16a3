import type { OverviewProps } from "./overview-props.ts";
import { asked, explained, graph, type Row } from "./widgets.ts";

const TEXT = `# Is it us?
A line above zero in the first two graphs is ours: a crash, an answer of 5xx, a record of a queue that failed, or a service of ours that kept a delivery from being tried (outage).
Queues that grow old while nothing fails are too slow a worker, or a slow provider: look below. The alarm of the function or the queue says who is hurt.`;

/** Shows failures by function, the API, the queues, and the errors in the logs. */
export const questionsOfUs = (props: OverviewProps): Row[] => [
  explained(TEXT),
  answers(props),
  queuesMove(props),
  errors(props),
];

const answers = ({ api, functions }: OverviewProps): Row => [
  graph(
    "Which function fails? Crashes, 5xx, failed records, outages",
    functions.flatMap((one) => one.failures),
  ),
  graph(
    "Does the API answer? Requests, 4xx and 5xx; p99 at the right",
    [api.metricCount(), api.metricClientError(), api.metricServerError()],
    [api.metricLatency({ statistic: "p99" })],
  ),
];

const isOfDeadLetters = (name: string): boolean => name.endsWith("dead-letters");

function queuesMove({ queues }: OverviewProps): Row {
  const working = [...queues].filter(([name]) => !isOfDeadLetters(name));
  const dead = [...queues].filter(([name]) => isOfDeadLetters(name));
  return [
    graph(
      "Do the queues move? Oldest message in seconds; waiting messages at the right",
      working.map(([name, queue]) => queue.metricApproximateAgeOfOldestMessage({ label: `${name}: oldest` })),
      working.map(([name, queue]) => queue.metricApproximateNumberOfMessagesVisible({ label: `${name}: waiting` })),
    ),
    // A function takes dead letters away at once, so the number of waiting ones would stay 0. The number of received
    // ones shows them.
    graph(
      "Is anything given up? Dead letters",
      dead.flatMap(([name, queue]) => [
        queue.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum", label: `${name}: waiting` }),
        queue.metricNumberOfMessagesReceived({ statistic: "Sum", label: `${name}: taken` }),
      ]),
    ),
  ];
}

const errors = ({ functions, servers }: OverviewProps): Row => [
  asked(
    "What do the errors say? All functions, most frequent first",
    [...functions, ...servers].map(({ log }) => log),
    ['filter level = "ERROR"', "stats count(*) as errors by message, error.name", "sort errors desc", "limit 20"],
  ),
  graph(
    "Which function is slow? p99 in milliseconds",
    functions.map(({ definition, lambda }) => lambda.metricDuration({ label: definition.name, statistic: "p99" })),
  ),
];
