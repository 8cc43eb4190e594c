/** The ready-made page: Amplify UI's Authenticator as its documentation shows it, then the company's name and nothing else. */
import { Authenticator } from "@aws-amplify/ui-react";
import "@aws-amplify/ui-react/styles.css";
import { Amplify } from "aws-amplify";
import { fetchAuthSession, signOut } from "aws-amplify/auth";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const { userPoolId, userPoolClientId, userPoolEndpoint } = await (await fetch("/config.json")).json();
Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });

async function loadCompany() {
  const { idToken } = (await fetchAuthSession()).tokens;
  const name = encodeURIComponent(idToken.payload["cognito:username"]);
  const answer = await fetch(`/api/user?name=${name}`, { headers: { Authentication: String(idToken) } });
  return (await answer.json()).results[0].CorporateName;
}

function Menu() {
  const [company, setCompany] = useState("");
  useEffect(() => void loadCompany().then(setCompany), []);
  return (
    <main>
      <h1>{company}</h1>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<Authenticator>{() => <Menu />}</Authenticator>);
