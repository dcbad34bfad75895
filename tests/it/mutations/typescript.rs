//! A shop in TypeScript: a barrel, an alias of tsconfig, a component, a test.

use super::{Delete, Mutation, Sample, Swap, Write};

const TAKE: &str = "src/payments/take.ts";
const ROUTE: &str = "src/routes/pay.ts";
const AUDIT: &str = "src/audit.ts";
const BARREL: &str = "src/payments/index.ts";
const SERVER: &str = "src/server.ts";
const FORM: &str = "src/Form.tsx";
const PAYS: &str = "src/routes/pay.ts → src/payments/take.ts";
const ROUTES: &str = "src/server.ts → src/routes/pay.ts";
const AUDITS: &str = "src/server.ts → src/audit.ts";
const CONSTANT_TAKE: &str = "src/payments/take.ts: a function that only gives back a constant";
const HOLLOW_TAKE: &str = "src/payments/take.ts: a function that does nothing yet";

pub(super) static SAMPLE: Sample = Sample {
    files: &[
        ("package.json", r#"{ "name": "shop", "main": "dist/index.js" }"#),
        (
            "tsconfig.json",
            "{\n  // aliases\n  \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\"] } },\n}",
        ),
        ("src/index.ts", "import { createServer } from './server.js';\n\ncreateServer().listen(3000);\n"),
        (
            SERVER,
            "import { payRoute } from './routes/pay.js';\nimport { audit } from '@/audit';\nimport { Form } from './Form';\n\nexport function createServer() {\n  const app = express();\n  payRoute(app);\n  audit('started');\n  app.get('/form', () => render(Form));\n  return app;\n}\n",
        ),
        (
            ROUTE,
            "import { takePayment } from '../payments';\n\nexport function payRoute(app: App) {\n  app.post('/pay', (request) => takePayment(request.id, request.amount));\n}\n",
        ),
        (BARREL, "export { takePayment } from './take.js';\nexport type { Receipt } from './take.js';\n"),
        (
            TAKE,
            "export interface Receipt {\n  id: string;\n}\n\nexport const LIMIT = 100;\n\nexport function takePayment(id: string, amount: number): Receipt {\n  if (amount > LIMIT) {\n    throw new Error('too much');\n  }\n  return charge(id, amount);\n}\n\nfunction charge(id: string, amount: number): Receipt {\n  return gateway.charge({ id, amount });\n}\n",
        ),
        (AUDIT, "export function audit(event: string) {\n  journal.append({ event, at: clock.now() });\n}\n"),
        (
            FORM,
            "export function Form(props: Props) {\n  return (\n    <form onSubmit={() => send(props.id)}>\n      <p>Coming soon</p>\n      <Field name={props.name} />\n    </form>\n  );\n}\n",
        ),
        (
            "tests/take.test.ts",
            "import { takePayment } from '../src/payments/take';\n\ntest('takes', () => {\n  expect(takePayment('a', 1)).toBeTruthy();\n});\n",
        ),
    ],
    artifacts: &[
        (TAKE, &["takePayment", "LIMIT", "Receipt"], "charge("),
        (ROUTE, &["payRoute"], "takePayment("),
        (AUDIT, &["audit"], ""),
        (BARREL, &["takePayment"], ""),
        (FORM, &["Form"], ""),
        ("tests/take.test.ts", &[], "takePayment"),
    ],
    links: &[(ROUTE, TAKE, r"takePayment\("), (SERVER, ROUTE, "payRoute"), (SERVER, AUDIT, "")],
};

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation(
        "delete the module",
        &[Delete(TAKE)],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation("delete the test", &[Delete("tests/take.test.ts")], &[("tests/take.test.ts", "failed")]),
    Mutation(
        "empty the body",
        &[Swap(
            TAKE,
            "{\n  if (amount > LIMIT) {\n    throw new Error('too much');\n  }\n  return charge(id, amount);\n}",
            "{}",
        )],
        &[(TAKE, "failed"), (BARREL, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "a comment is no body",
        &[Swap(AUDIT, "journal.append({ event, at: clock.now() });", "// journal.append(event)")],
        &[(AUDIT, "failed"), ("src/audit.ts: a function that does nothing yet", "-")],
    ),
    Mutation(
        "return a constant",
        &[Swap(
            TAKE,
            "{\n  if (amount > LIMIT) {\n    throw new Error('too much');\n  }\n  return charge(id, amount);\n}",
            "{\n  return null;\n}",
        )],
        &[(TAKE, "failed"), (BARREL, "failed"), (CONSTANT_TAKE, "-")],
    ),
    Mutation(
        "only log",
        &[Swap(AUDIT, "journal.append({ event, at: clock.now() });", "console.log(event);")],
        &[
            (AUDIT, "failed"),
            ("src/audit.ts: a function that does nothing yet", "-"),
            ("src/audit.ts: output for debugging", "-"),
        ],
    ),
    Mutation(
        "throw that it is not implemented",
        &[Swap(TAKE, "  return charge(id, amount);", "  throw new Error('Not implemented');")],
        &[(TAKE, "failed"), (BARREL, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation(
        "drop the import",
        &[Swap(ROUTE, "import { takePayment } from '../payments';\n", "")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "keep the import and drop the use",
        &[Swap(ROUTE, "takePayment(request.id, request.amount)", "request.id")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial"), (ROUTE, "failed")],
    ),
    Mutation(
        "comment the call out",
        &[Swap(ROUTE, "takePayment(request.id, request.amount)", "request.id /* takePayment(request.id) */")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "failed"), (ROUTE, "uncertain")],
    ),
    Mutation(
        "import the type alone",
        &[Swap(ROUTE, "import { takePayment }", "import type { takePayment }")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "rename the export",
        &[Swap(TAKE, "export function takePayment", "export function acceptPayment")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "no longer export it",
        &[Swap(TAKE, "export function takePayment", "function takePayment")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "rename it inside, export it by its old name",
        &[
            Swap(TAKE, "export function takePayment", "function acceptPayment"),
            Swap(TAKE, "function charge(", "export { acceptPayment as takePayment };\n\nfunction charge("),
        ],
        &[],
    ),
    Mutation(
        "import it only in a test",
        &[
            Delete(ROUTE),
            Write(
                "tests/pay.test.ts",
                "import { takePayment } from '../src/payments';\ntakePayment('a', 1);\n",
            ),
        ],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "failed"), (ROUTE, "failed"), (ROUTES, "partial")],
    ),
    Mutation(
        "import past the barrel",
        &[Swap(ROUTE, "'../payments'", "'../payments/take'")],
        &[(BARREL, "failed")],
    ),
    Mutation("a barrel that passes on everything", &[Write(BARREL, "export * from './take.js';\n")], &[]),
    Mutation(
        "the barrel passes on something else",
        &[Swap(BARREL, "{ takePayment }", "{ LIMIT }")],
        &[(BARREL, "failed"), (TAKE, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "the route has a parameter of that name",
        &[Swap(ROUTE, "(app: App) {", "(app: App, takePayment: Take) {")],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "call it behind a return",
        &[Swap(ROUTE, "  app.post(", "  return;\n  app.post(")],
        &[
            (TAKE, "failed"),
            (BARREL, "failed"),
            (PAYS, "partial"),
            (ROUTE, "failed"),
            ("src/routes/pay.ts: a function that does nothing yet", "-"),
        ],
    ),
    Mutation(
        "the barrel is in use for something else",
        &[
            Swap(
                BARREL,
                "{ takePayment } from './take.js';",
                "* from './take.js';\nexport { audit } from '../audit';",
            ),
            Swap(BARREL, "export type { Receipt } from './take.js';\n", ""),
            Swap(ROUTE, "import { takePayment }", "import { audit }"),
            Swap(ROUTE, "takePayment(request.id, request.amount)", "audit(request.id)"),
        ],
        &[(TAKE, "failed"), (PAYS, "failed"), (ROUTE, "failed")],
    ),
    Mutation("leave nothing in it", &[Write(AUDIT, "")], &[(AUDIT, "failed"), (AUDITS, "uncertain")]),
    Mutation(
        "name its path in a list",
        &[
            Swap(SERVER, "import { audit } from '@/audit';\n", ""),
            Swap(SERVER, "  audit('started');\n", ""),
            Write("notes.json", "{ \"later\": [\"src/audit.ts\"] }"),
        ],
        &[(AUDIT, "uncertain"), (AUDITS, "partial")],
    ),
    Mutation(
        "skip a test",
        &[Swap("tests/take.test.ts", "test('takes'", "test.skip('takes'")],
        &[
            ("tests/take.test.ts", "uncertain"),
            ("tests/take.test.ts: a test that is skipped, or shuts out the others", "-"),
        ],
    ),
    Mutation(
        "a TODO in a comment",
        &[Swap(TAKE, "export const LIMIT", "// TODO: from the settings\nexport const LIMIT")],
        &[("src/payments/take.ts: a TODO or placeholder in a comment", "-")],
    ),
    Mutation(
        "a FIXME in a comment",
        &[Swap(TAKE, "export const LIMIT", "// FIXME\nexport const LIMIT")],
        &[("src/payments/take.ts: a FIXME, TBD or XXX without a reference", "failed")],
    ),
    Mutation(
        "a FIXME that names its issue",
        &[Swap(TAKE, "export const LIMIT", "// FIXME(#12)\nexport const LIMIT")],
        &[],
    ),
    Mutation(
        "a TODO in a string",
        &[Swap(TAKE, "'too much'", "'TODO: not implemented'")],
        &[(TAKE, "failed"), (BARREL, "failed"), (HOLLOW_TAKE, "-")],
    ),
    Mutation("a FIXME in a string", &[Swap(AUDIT, "{ event,", "{ event: `FIXME ${event}`,")], &[]),
    Mutation(
        "the alias leads elsewhere",
        &[Swap("tsconfig.json", "src/*", "lib/*"), Swap(SERVER, "'@/audit'", "'#audit'")],
        &[(AUDIT, "failed"), (AUDITS, "uncertain")],
    ),
    Mutation(
        "require instead of import",
        &[Swap(SERVER, "import { audit } from '@/audit';", "const { audit } = require('@/audit');")],
        &[],
    ),
    Mutation(
        "bring it in when it is needed",
        &[Swap(SERVER, "import { audit } from '@/audit';", "const { audit } = await import('./audit.js');")],
        &[],
    ),
    Mutation(
        "the pattern only in the definition of the target",
        &[
            Swap(ROUTE, "import { takePayment } from '../payments';", "import { pay } from '../pay';"),
            Swap(ROUTE, "takePayment(request", "pay(request"),
        ],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "failed"), (ROUTE, "failed")],
    ),
    Mutation(
        "a function of its own by the same name",
        &[Swap(
            ROUTE,
            "import { takePayment } from '../payments';\n",
            "function takePayment(id: string, amount: number) {\n  return fake(id, amount);\n}\n",
        )],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "the same name from elsewhere",
        &[
            Write("src/fake.ts", "export function takePayment(id: string) {\n  return mock(id);\n}\n"),
            Swap(ROUTE, "'../payments'", "'../fake'"),
        ],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "a component that shows nothing",
        &[Write(FORM, "export function Form(props: Props) {\n  return <div>Form</div>;\n}\n")],
        &[(FORM, "failed"), ("src/Form.tsx: a function that does nothing yet", "-")],
    ),
    Mutation(
        "a handler that does nothing",
        &[Swap(FORM, "() => send(props.id)", "() => {}")],
        &[(FORM, "failed"), ("src/Form.tsx: a function that does nothing yet", "-")],
    ),
    Mutation("a product text", &[Swap(FORM, "Coming soon", "Not implemented, TODO, placeholder")], &[]),
    Mutation(
        "a name that sounds like a stub",
        &[Swap(FORM, "<Field name={props.name} />", "<PlaceholderText name={props.name} />")],
        &[],
    ),
    Mutation(
        "an empty catch",
        &[Swap(
            AUDIT,
            "journal.append({ event, at: clock.now() });",
            "try {\n    journal.append(event);\n  } catch (error) {\n  }",
        )],
        &[("src/audit.ts: an error is caught and nothing is done", "-")],
    ),
    Mutation(
        "a block of the module has its own",
        &[
            Swap(SERVER, "  audit('started');\n", ""),
            Swap(
                SERVER,
                "export function createServer",
                "{\n  const audit = (text: string) => console.info(text);\n  audit('loaded');\n}\n\nexport function createServer",
            ),
        ],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "a loop has its own",
        &[Swap(SERVER, "audit('started')", "for (const audit of sinks) audit('started')")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "a function has it by its own name",
        &[Swap(SERVER, "audit('started')", "app.use(function audit() { return audit; })")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "a default among the parameters",
        &[Swap(SERVER, "audit('started')", "app.use((log = audit) => log('started'))")],
        &[],
    ),
    Mutation(
        "its type is asked for, not itself",
        &[Swap(SERVER, "audit('started')", "app.set(null as ReturnType<typeof audit> | null)")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "the pattern stands for its type",
        &[Swap(ROUTE, "takePayment(request.id, request.amount)", "app as typeof takePayment")],
        &[(TAKE, "failed"), (ROUTE, "failed"), (BARREL, "failed"), (PAYS, "partial")],
    ),
    Mutation(
        "named and left",
        &[Swap(SERVER, "audit('started');", "audit;")],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "only declarations of types name it",
        &[
            Swap(SERVER, "import { audit } from '@/audit';\n", ""),
            Swap(SERVER, "  audit('started');\n", ""),
            Write("src/sinks.d.ts", "import { audit } from './audit';\nexport const sink: typeof audit;\n"),
        ],
        &[(AUDIT, "failed"), (AUDITS, "partial")],
    ),
    Mutation(
        "what it contains stands in a text, and the other file is left",
        &[
            Swap(ROUTE, "import { takePayment } from '../payments';", "import { hold } from './hold';"),
            Swap(ROUTE, "takePayment(request.id, request.amount)", "hold('takePayment(', request.id)"),
        ],
        &[(TAKE, "failed"), (BARREL, "failed"), (PAYS, "uncertain")],
    ),
    Mutation(
        "every test is empty",
        &[Swap("tests/take.test.ts", "\n  expect(takePayment('a', 1)).toBeTruthy();\n", "")],
        &[("tests/take.test.ts", "failed")],
    ),
];
